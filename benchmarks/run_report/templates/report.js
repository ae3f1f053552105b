"use strict";
// Sorting, filtering, themes, and links into closed pages. It reads what stands in the tables, and writes no markup.
(() => {
  const root = document.documentElement;
  root.classList.add("js");

  // The theme stays with the reader, where the browser keeps anything for a file.
  const theme = document.getElementById("theme");
  const show = (name) => (name ? (root.dataset.theme = name) : delete root.dataset.theme);
  try {
    theme.value = localStorage.getItem("specassay-theme") || "";
  } catch {
    // Nothing is kept: as the system has it.
  }
  show(theme.value);
  theme.addEventListener("change", () => {
    show(theme.value);
    try {
      localStorage.setItem("specassay-theme", theme.value);
    } catch {
      // The choice holds until the page is left.
    }
  });

  // Order: numbers by size, words as people sort them; ties keep their order.
  const words = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  const keyOf = (cell) => {
    const text = cell.dataset.o ?? cell.textContent.trim();
    const number = text === "" ? NaN : Number(text);
    return Number.isNaN(number) ? text : number;
  };
  const compare = (a, b) => {
    if (typeof a === "number" && typeof b === "number") return a - b;
    if (typeof a === "number") return -1;
    if (typeof b === "number") return 1;
    return words.compare(a, b);
  };

  for (const part of document.querySelectorAll(".table.works")) {
    const body = part.querySelector("tbody");
    const heads = [...part.querySelectorAll("th")];
    const rows = [...body.rows];
    heads.forEach((head, column) => {
      head.querySelector("button").addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach((other) => other.setAttribute("aria-sort", "none"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const keyed = [...body.rows].map((row) => [keyOf(row.cells[column]), row]);
        keyed.sort((a, b) => (down ? compare(b[0], a[0]) : compare(a[0], b[0])));
        body.append(...keyed.map(([, row]) => row));
      });
    });

    const search = part.querySelector("input[type=search]");
    const choices = [...part.querySelectorAll("select[data-column]")];
    const told = part.querySelector("output");
    const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
    const filter = () => {
      const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const row of rows) {
        const text = texts.get(row);
        const fits =
          wanted.every((word) => text.includes(word)) &&
          choices.every((each) => !each.value || row.cells[each.dataset.column].textContent.trim() === each.value);
        row.hidden = !fits;
        shown += fits;
      }
      told.textContent = shown === rows.length ? `${rows.length} rows` : `${shown} of ${rows.length} rows`;
    };
    search.addEventListener("input", filter);
    choices.forEach((each) => each.addEventListener("change", filter));
    filter();
  }

  // A link to a page opens it; the keyboard goes on from there.
  const open = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    const page = target && target.closest("details");
    if (!page) return;
    page.open = true;
    page.scrollIntoView();
    target.focus({ preventScroll: true });
  };
  addEventListener("hashchange", open);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (link && link.hash === location.hash) open();
  });
  open();
})();
