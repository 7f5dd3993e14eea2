// A page of contents. On what was one long page, old addresses name a chapter after the hash.

function onward() {
  const link = document.getElementById(location.hash.slice(1));
  if (link?.matches(".contents a")) location.replace(link.href);
}

addEventListener("hashchange", onward);
onward();
