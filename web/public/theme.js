/* Before the first paint: the theme that was chosen, or the system's. */
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("shopfloor.theme");
  } catch (error) {
    void error;
  }
  var light = chosen === "light" || (chosen !== "dark" && matchMedia("(prefers-color-scheme: light)").matches);
  document.documentElement.dataset.theme = light ? "light" : "dark";
})();
