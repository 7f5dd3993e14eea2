// How long something lasts, in the words of the server's pages. Rounded up, so that the end is the end.

// "5 h 12 min", and "1 min" at the last.
export function inHours(milliseconds) {
  const minutes = Math.max(1, Math.ceil(milliseconds / 60_000));
  const hours = Math.floor(minutes / 60);
  return hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

// "2:05", and "0:00" at the end.
export function inMinutes(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
