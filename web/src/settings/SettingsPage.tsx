/** Settings, a section at a time. */
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ComponentType, useEffect, useRef } from "react";
import { useTitle } from "@/lib/title";
import { AboutSection } from "./AboutSection";
import { AgentsSection } from "./AgentsSection";
import { AppearanceSection, NotificationsSection } from "./BrowserSections";
import { DefaultsSection } from "./DefaultsSection";
import { GitHubSection } from "./GitHubSection";
import { NamingSection } from "./NamingSection";
import { ReviewSection } from "./ReviewSection";
import { SandboxesSection } from "./SandboxesSection";
import { SecretsSection } from "./SecretsSection";

const route = getRouteApi("/settings/$section");

interface Section {
  name: string;
  word: string;
  group: string;
  page: ComponentType;
}

const SECTIONS: Section[] = [
  { name: "defaults", word: "Defaults", group: "Work", page: DefaultsSection },
  { name: "review", word: "Review", group: "Work", page: ReviewSection },
  { name: "agents", word: "Agents", group: "Work", page: AgentsSection },
  { name: "sandboxes", word: "Sandboxes", group: "Work", page: SandboxesSection },
  { name: "naming", word: "Naming", group: "Work", page: NamingSection },
  { name: "github", word: "GitHub", group: "Connections", page: GitHubSection },
  { name: "secrets", word: "Secrets", group: "Connections", page: SecretsSection },
  { name: "appearance", word: "Appearance", group: "You", page: AppearanceSection },
  { name: "notifications", word: "Notifications", group: "You", page: NotificationsSection },
  { name: "about", word: "About and health", group: "You", page: AboutSection },
];

export function SettingsPage() {
  const { section } = route.useParams();
  const current = SECTIONS.find((each) => each.name === section) ?? SECTIONS[0];
  useTitle(`${current?.word ?? ""} · Settings`);
  const Page = current?.page ?? DefaultsSection;
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [section]);
  return (
    <>
      <header className="topbar">
        <h1>Settings</h1>
      </header>
      <div className="set">
        <nav className="setnav" aria-label="Settings" ref={nav}>
          {[...new Set(SECTIONS.map((each) => each.group))].map((group) => (
            <div key={group}>
              <div className="grp">{group}</div>
              <div className="nav px-0">
                {SECTIONS.filter((each) => each.group === group).map((each) => (
                  <Link key={each.name} to="/settings/$section" params={{ section: each.name }} activeProps={{ className: "on" }}>
                    {each.word}
                  </Link>
                ))}
              </div>
            </div>
          ))}
        </nav>
        <div className="setbody scrolls">
          <div className="set-in">
            <Page />
          </div>
        </div>
      </div>
    </>
  );
}
