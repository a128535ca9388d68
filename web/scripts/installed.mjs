// Installs what package-lock.json pins, unless that was done already.
// Not `npm ci`: native packages of other platforms are pinned by their parents only, and it refuses that.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const stamp = "node_modules/.installed";
const wanted = readFileSync("package-lock.json", "utf8");
const present = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";

if (present !== wanted) {
  const options = ["--no-save", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", ["install", ...options], { stdio: "inherit" });
  writeFileSync(stamp, wanted);
}
