// A text of the server with its places filled in.
export function filled(text, places) {
  return text.replace(/{(\w+)}/g, (place, name) => places[name] ?? place);
}
