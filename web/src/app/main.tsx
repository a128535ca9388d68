import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followSystemTheme } from "@/lib/theme";
import { startFeed } from "@/live";
import "@/styles/index.css";
import { Toasts } from "@/ui/toasts";
import { TooltipProvider } from "@/ui/Tooltip";
import { queryClient } from "./query-client";
import { router } from "./router";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root.");

followSystemTheme();
startFeed(queryClient);

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toasts />
      </TooltipProvider>
    </QueryClientProvider>
  </StrictMode>,
);
