// Each button belongs to one password field. Without this script the buttons stay hidden.
for (const button of document.querySelectorAll("button.reveal")) {
  const input = document.getElementById(button.getAttribute("aria-controls"));
  const show = (isShown) => {
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
  };
  button.addEventListener("click", () => show(input.type === "password"));
  // A browser stores what was typed into a text field, so it is a password field again when the form leaves.
  input.form.addEventListener("submit", () => show(false));
  // A page that comes back from the history is as it was left.
  addEventListener("pageshow", () => show(false));
  button.hidden = false;
}
