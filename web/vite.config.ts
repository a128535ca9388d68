import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { precompressed } from "./scripts/precompressed";

const server = process.env["SHOPFLOOR_URL"] ?? "http://127.0.0.1:8484";

export default defineConfig({
  plugins: [react(), tailwindcss(), precompressed()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "../src/shopfloor/web_dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 3200,
  },
  server: { proxy: { "/api": { target: server, changeOrigin: true, ws: true } } },
  test: {
    environment: "jsdom",
    setupFiles: ["src/test/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    testTimeout: 20_000,
    restoreMocks: true,
  },
});
