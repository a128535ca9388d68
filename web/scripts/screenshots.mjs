// Pictures of the main pages for the README: a floor of its own, demo orders on it, Chromium in front of it.
//   node scripts/screenshots.mjs PROGRAM FOLDER
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";

const [program, folder] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), "shopfloor-pictures-"));
const port = await freePort();
const base = `http://127.0.0.1:${port}`;

const FILES = {
  "README.md": "# Checkout\n",
  "src/session/store.ts": "export const sessions = new Map<string, string>();\n",
  "src/cart.ts": [
    'import { db } from "./db";',
    "",
    "export interface Line {",
    "  readonly product: string;",
    "  readonly amount: number;",
    "}",
    "",
    "/** The lines of a cart, with what each costs. */",
    "export async function cart(id: string): Promise<Line[]> {",
    '  const lines = await db.query("select * from lines where cart = $1", [id]);',
    "  for (const line of lines) {",
    '    line.price = await db.query("select price from products where id = $1", [line.product]);',
    "  }",
    "  return lines;",
    "}",
    "",
  ].join("\n"),
  "src/middleware/csrf.ts": "export function csrf(): void {}\n",
  ".claude/commands/review.md": "---\ndescription: Review what was changed\n---\nReview $ARGUMENTS\n",
};
const LIMITER = "export function rateLimit(opts: LimitOptions) { const hits = new Map<string, number[]>(); return hits }";
const ORDERS = [
  ["acme/checkout", "Expose shipment ETA on orders", "Show when an order arrives.\ndemo: write src/eta.ts export const eta = (days: number) => days * 2", "plan_build_test"],
  ["acme/checkout", "Stop N+1 queries on the cart page", "One query for the whole cart.\ndemo: run sed -i -e '/for (const/,/^  }/d' -e 's/select . from lines where/select lines.*, price from lines join products on products.id = product where/' src/cart.ts", "plan_build"],
  ["acme/infra", "Upgrade Postgres driver to v4", "Go to v4.\ndemo: fail Three tests still fail after the upgrade", "plan_build"],
  ["acme/storefront", "Cart drawer traps focus", "Esc closes it.\ndemo: write src/drawer.ts export const drawer = { trap: false }", "build"],
  ["acme/checkout", "Rate-limit the login endpoint", `Rate-limit POST /login: 5 failed attempts per account in 15 minutes.\ndemo: write src/middleware/rate-limit.ts ${LIMITER}\ndemo: sleep 300`, "plan_build_test"],
  ["acme/checkout", "Move receipts to object storage", "Keep old receipts readable.\ndemo: ask docker compose up -d minio", "plan_build_test", { permission_policy: "ask" }],
  ["acme/storefront", "Retry webhooks with backoff", "Give up after a day.\ndemo(test): sleep 300", "plan_build_test"],
  ["acme/infra", "Pin Terraform providers", "All of them.\ndemo(plan): sleep 300", "plan_build"],
];

const EXPIRY = [
  "One that expires leaves its cart behind.",
  `demo: run printf '%s\\n' 'const carts = new Map<string, string[]>();' '' 'export function expire(id: string): void {' '  carts.set(id, carts.get(id) ?? []);' '  sessions.delete(id);' '}' >> src/session/store.ts`,
  "demo(review): finding src/session/store.ts:5 major Carts are kept for ever: nothing takes one out again. Give each the age of its session.",
  "demo(review): finding src/session/store.ts:6 note A session that is not there passes silently.",
  "demo(review): verdict changes_wanted The cart survives, but it is never let go.",
].join("\n");
const TASKS = [
  ["Refund webhooks are applied twice when Stripe retries", { priority: "high", labels: ["payments"], github_issue_number: "326" }],
  ["Return field errors as RFC 9457 problem details", { labels: ["api"], assignee: "Jonas Lind" }],
  ["Describe idempotency keys in the API guide", { priority: "low", labels: ["docs"] }],
  ["Keep the cart when a session expires", { priority: "medium", labels: ["ux"], run: EXPIRY }],
  ["Log out on every device", { labels: ["auth"], run: "demo: write src/session/all.ts export const everywhere = true", approve: true }],
  ["Index orders by customer and date", { priority: "medium", labels: ["db"], run: "demo: write db/orders.sql create index orders_by_customer on orders (customer_id, created_at)" }],
  ["Cache pnpm store between jobs", { priority: "medium", labels: ["ci"], run: "demo: fail Setup script failed, corepack not found" }],
  ["Split the checkout bundle by route", { priority: "high", labels: ["perf"], run: "demo: sleep 300" }],
];

const server = spawn(program, ["serve", "--port", String(port)], {
  env: { ...process.env, SHOPFLOOR_HOME: join(home, "floor"), SHOPFLOOR_DEMO: "0", SHOPFLOOR_LOG_LEVEL: "error" },
  stdio: "inherit",
});
try {
  await until(async () => (await fetch(`${base}/api/ready`).catch(() => null))?.ok);
  const filed = await fillTheFloor();
  await until(async () => (await orders("status=pending")).total_count === 0 && (await orders("status=waiting")).total_count === 1);
  await fillTheBoard(filed);
  await photograph(filed);
} finally {
  server.kill("SIGTERM");
  await new Promise((resolve) => server.once("exit", resolve));
  rmSync(home, { recursive: true, force: true });
}

async function fillTheFloor() {
  await call("PATCH", "/api/settings", { author_name: "Mira Okafor", author_email: "mira@acme.example" });
  const projects = {};
  for (const name of new Set(ORDERS.map(([project]) => project))) {
    projects[name] = (await call("POST", "/api/projects", { repository_url: repository(name), name })).project_id;
  }
  const filed = {};
  for (const [project, title, prompt, workflow, more] of ORDERS) {
    const request = { project_id: projects[project], title, initial_prompt: prompt, agent: "demo", workflow_type: `agent_workflow_${workflow}`, ...more };
    filed[title] = (await call("POST", "/api/agent-work-orders", request)).agent_work_order.agent_work_order_id;
  }
  return { orders: filed, projects };
}

async function fillTheBoard({ orders: filed, projects }) {
  const board = `/api/projects/${projects["acme/checkout"]}/tasks`;
  await call("PATCH", `/api/projects/${projects["acme/checkout"]}`, { ai_review: { enabled: true, rounds: 0 } });
  for (const [title, { run, approve, ...fields }] of TASKS.toReversed()) {
    const { task_id } = await call("POST", board, { title, description: run ?? "", ...fields });
    if (!run) continue;
    filed[title] = (await call("POST", `${board}/${task_id}/execute`, { workflow_type: "agent_workflow_build" })).session_id;
    if (!approve) continue;
    await until(async () => (await call("GET", `${board}/${task_id}`)).status === "human_review");
    await call("POST", `${board}/${task_id}/approve`);
  }
  for (const [title, ends] of [["Expose shipment ETA on orders", ["ready", "merge"]], ["Cart drawer traps focus", ["ready"]]]) {
    for (const end of ends) await call("POST", `/api/agent-work-orders/${filed[title]}/pull-request/${end}`);
  }
  await until(async () => (await orders("status=pending")).total_count === 0);
  await until(async () => (await call("GET", `/api/agent-work-orders/${filed["Keep the cart when a session expires"]}/reviews`)).reviews[0]?.verdict);
}

function repository(name) {
  const path = join(home, "repositories", name);
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  const git = (...words) => execFileSync("git", ["-C", path, "-c", "user.name=Mira Okafor", "-c", "user.email=mira@acme.example", ...words]);
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "First");
  return path;
}

async function photograph({ orders: filed, projects }) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"],
  });
  const done = filed["Stop N+1 queries on the cart page"];
  const asks = filed["Move receipts to object storage"];
  const prompt = "Rate-limit POST /login: 5 failed attempts per account and 20 per IP in 15 minutes. Reuse the store in @src/ses";
  const fill = async (page) => {
    await page.getByLabel("What should be done?").fill(prompt);
    await page.keyboard.press("End");
    await page.getByRole("option").first().waitFor();
  };
  const inTerminal = async (page) => {
    await page.keyboard.press("t");
    await page.locator(".xterm-helper-textarea").waitFor({ state: "attached" });
    await page.waitForTimeout(1500);
    for (const line of ["PS1='checkout $ '; clear", "git log --oneline --stat -2", "cat src/cart.ts"]) {
      await page.keyboard.type(`${line}\n`);
      await page.waitForTimeout(600);
    }
  };
  const enlarge = async (page) => {
    await page.keyboard.press("z");
    await page.getByRole("region", { name: "src/cart.ts" }).scrollIntoViewIfNeeded();
    await page.waitForTimeout(1000);
  };
  const enlargeReview = async (page) => {
    await page.keyboard.press("z");
    await page.getByRole("note", { name: /AI review/ }).first().scrollIntoViewIfNeeded();
    await page.waitForTimeout(600);
  };
  const inEditor = async (page) => {
    await page.keyboard.press("z");
    await page.getByRole("treeitem", { name: /^src/ }).first().click();
    await page.getByRole("treeitem", { name: /cart\.ts/ }).click();
    await page.locator(".monaco-editor .view-line").first().waitFor();
  };
  const pictures = [
    ["orders", "/", {}],
    ["orders-light", "/", { colorScheme: "light" }],
    ["order", `/orders/${done}`, {}],
    ["changes", `/orders/${done}?tab=changes`, { act: enlarge }],
    ["review", `/orders/${filed["Keep the cart when a session expires"]}?tab=changes`, { act: enlargeReview }],
    ["board", `/projects/${projects["acme/checkout"]}/board`, {}],
    ["terminal", `/orders/${done}?tab=progress`, { act: inTerminal }],
    ["editor", `/orders/${done}?tab=files`, { act: inEditor }],
    ["new-order", `/new?project=${projects["acme/checkout"]}`, { act: fill }],
    ["palette", "/", { act: (page) => page.keyboard.press("Control+k") }],
    ["phone", `/orders/${asks}`, { viewport: { width: 390, height: 844 } }],
    ["phone-orders", "/", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
  ];
  mkdirSync(folder, { recursive: true });
  for (const [name, path, { act, ...options }] of pictures) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: "dark", ...options });
    await page.goto(base + path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.waitForTimeout(800);
    if (act) await act(page);
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
  }
  await browser.close();
}

function orders(query) {
  return call("GET", `/api/agent-work-orders?${query}`);
}

async function call(method, path, body) {
  const init = { method, headers: { "content-type": "application/json" }, ...(body ? { body: JSON.stringify(body) } : {}) };
  const response = await fetch(base + path, init);
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return response.json();
}

async function until(isSo) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("Waited two minutes in vain.");
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}
