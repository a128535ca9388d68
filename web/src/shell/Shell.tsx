/** Around every page: sidebar or rail, palette, keys, connection, lamp. */
import { Link, Outlet, useNavigate } from "@tanstack/react-router";
import { Menu, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useFloor } from "@/client/floor";
import { arriving } from "@/lib/arriving";
import { cx } from "@/lib/classes";
import { useIsEnlarged } from "@/lib/enlarged";
import { useMedia } from "@/lib/hooks";
import { useShortcut, useShortcutKeys } from "@/lib/shortcuts";
import { useStored } from "@/lib/stored";
import { useConnection } from "@/live";
import { IconButton } from "@/ui/Button";
import { Mark } from "@/ui/Mark";
import { ConnectionBar } from "./ConnectionWord";
import { KeyGate } from "./KeyGate";
import { lampOf, useLamp } from "./lamp";
import { useNews } from "./news";
import { Palette } from "./Palette";
import { Rail } from "./Rail";
import { Sidebar } from "./Sidebar";
import { useGoToBoard } from "./use-go-to-board";

const ShortcutHelp = lazy(async () => ({ default: (await arriving(() => import("./ShortcutHelp"))).ShortcutHelp }));

export function Shell() {
  const connection = useConnection();
  if (connection.name === "refused" && connection.error.status === 401) return <KeyGate />;
  return <Floor />;
}

function Floor() {
  const floor = useFloor();
  const navigate = useNavigate();
  const [isCollapsed, setCollapsed] = useStored("shopfloor.rail", false);
  const [isDrawn, setDrawn] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const isPhone = useMedia("(max-width: 639px)");
  const isNarrow = useMedia("(max-width: 1099px)");
  const isEnlarged = useIsEnlarged();
  const lamp = lampOf(floor);
  const isRail = !isPhone && !isDrawn && (isNarrow || isCollapsed || isEnlarged);

  const goToBoard = useGoToBoard();

  useShortcutKeys();
  useLamp(floor);
  useNews();
  const toggle = () => (isNarrow ? setDrawn(!isDrawn) : setCollapsed(!isCollapsed));
  useShortcut("mod+k", "Search or jump to", "Everywhere", () => setPaletteOpen((open) => !open));
  useShortcut("n", "New work order", "Everywhere", () => void navigate({ to: "/new" }));
  useShortcut("?", "This list", "Everywhere", () => setHelpOpen(true));
  useShortcut("[", "Sidebar", "Everywhere", toggle);
  useShortcut("g o", "Orders", "Go to", () => void navigate({ to: "/" }));
  useShortcut("g n", "Needs you", "Go to", () => void navigate({ to: "/", search: { view: "needs" } }));
  useShortcut("g p", "Projects", "Go to", () => void navigate({ to: "/projects" }));
  useShortcut("g b", "Board", "Go to", goToBoard);
  useShortcut("g a", "Analytics", "Go to", () => void navigate({ to: "/analytics" }));
  useShortcut("g s", "Settings", "Go to", () => void navigate({ to: "/settings/$section", params: { section: "defaults" } }));

  const isOverlaid = isDrawn && (isPhone || isNarrow);
  return (
    <div className={cx("app", isRail && "railed", isPhone && "phone", isOverlaid && "drawn")}>
      <a href="#main" className="btn skip-link">
        Skip to content
      </a>
      {isRail ? (
        <Rail floor={floor} lamp={lamp} onExpand={toggle} onPalette={() => setPaletteOpen(true)} />
      ) : (
        (!isPhone || isDrawn) && (
          <Sidebar
            floor={floor}
            lamp={lamp}
            onCollapse={isPhone ? () => setDrawn(false) : toggle}
            onPalette={() => setPaletteOpen(true)}
            onHelp={() => setHelpOpen(true)}
            onNavigate={() => setDrawn(false)}
          />
        )
      )}
      {isOverlaid && <button type="button" className="side-veil" aria-label="Close sidebar" onClick={() => setDrawn(false)} />}
      <main className="main" id="main" tabIndex={-1}>
        {isPhone && (
          <div className="phone-bar">
            <IconButton label="Menu" className="touch" onClick={() => setDrawn(true)}>
              <Menu className="i" size={18} />
            </IconButton>
            <Mark lamp={lamp} size={17} />
            <span className="wm">Shopfloor</span>
            <Link to="/new" className="btn ghost icon touch push" aria-label="New work order">
              <Plus className="i" size={18} />
            </Link>
          </div>
        )}
        <ConnectionBar />
        <Outlet />
      </main>
      {isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} onHelp={() => setHelpOpen(true)} />}
      <Suspense fallback={null}>
        {isHelpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
      </Suspense>
    </div>
  );
}
