// What this device lets a game do: sound and vibration, each with a switch that is remembered here.

const TOUCH = 12;

// Whether a sense is on: as chosen here, unless the account has been set otherwise since; else as the account says.
export function isOn(stored, account) {
  const [choice, then] = (stored ?? "").split("@");
  if (!choice || then !== account) return account !== "off";
  return choice === "on";
}

export class Senses {
  buttons = [];

  // Finds the switches of the page.
  begin() {
    this.buttons = [...document.querySelectorAll("[data-sense]")];
    for (const button of this.buttons) {
      button.hidden = button.dataset.sense === "vibration" && !canVibrate();
      button.addEventListener("click", () => this.toggle(button));
      this.show(button);
    }
    addEventListener("storage", () => this.buttons.forEach((button) => this.show(button)));
  }

  get sound() {
    return this.on("sound");
  }

  // Pages without switches go by what is remembered, and by the account.
  on(sense) {
    const button = this.buttons.find((one) => one.dataset.sense === sense);
    const account = button?.dataset.account ?? document.getElementById("calls")?.dataset[sense];
    return account !== undefined && isOn(remembered(sense), account);
  }

  toggle(button) {
    const { sense, account } = button.dataset;
    remember(sense, `${this.on(sense) ? "off" : "on"}@${account}`);
    this.show(button);
  }

  show(button) {
    button.setAttribute("aria-pressed", String(this.on(button.dataset.sense)));
  }

  vibrate(pattern = TOUCH) {
    if (this.on("vibration") && canVibrate()) navigator.vibrate(pattern);
  }
}

// Chromium on a desk has the function and nothing to shake.
function canVibrate() {
  return "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
}

function remembered(sense) {
  try {
    return localStorage.getItem(`oxo-${sense}`);
  } catch {
    return null;
  }
}

function remember(sense, choice) {
  try {
    localStorage.setItem(`oxo-${sense}`, choice);
  } catch {
    // A browser that keeps nothing goes by the account.
  }
}
