/** What is only about this browser. */
import { useState } from "react";
import { useStored } from "@/lib/stored";
import { setTheme, type Theme, useTheme } from "@/lib/theme";
import { areNotificationsOn, switchNotifications } from "@/shell/news";
import { Segmented, Switch } from "@/ui/fields";
import { toast } from "@/ui/toasts";
import { Heading, Row } from "./parts";

const THEMES: { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "dark", label: "Dark" },
  { value: "light", label: "Light" },
];

export function AppearanceSection() {
  const theme = useTheme();
  const [isRail, setRail] = useStored("shopfloor.rail", false);
  return (
    <>
      <Heading title="Appearance" text="How this browser shows the floor." />
      <section className="card">
        <Row name="Theme" end>
          <Segmented label="Theme" value={theme} onChange={setTheme} choices={THEMES} />
        </Row>
        <Row name="Narrow sidebar" text="Only icons, more room for the work." end>
          <Switch label="Narrow sidebar" checked={isRail} onChange={setRail} />
        </Row>
      </section>
    </>
  );
}

export function NotificationsSection() {
  const [isOn, setOn] = useState(areNotificationsOn);
  const toggle = async (on: boolean) => {
    const granted = await switchNotifications(on);
    setOn(granted);
    if (on && !granted) toast({ title: "The browser does not allow it", text: "Change it in the browser's settings of this site.", glyph: "failed" });
  };
  return (
    <>
      <Heading title="Notifications" text="When this tab is in the background." />
      <section className="card">
        <Row name="Tell me when an order needs me, is done or failed" text="Off until you switch it on. The title and the icon of the tab show it in any case." end>
          <Switch label="Notifications" checked={isOn} onChange={(on) => void toggle(on)} />
        </Row>
      </section>
    </>
  );
}
