// Whether this page moves anything: not for those who ask for stillness, nor where nobody looks.

export function moving() {
  return !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
