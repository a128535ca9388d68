/** Go to, act, create: one box. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { linkOptions, useNavigate } from "@tanstack/react-router";
import { Command } from "cmdk";
import { ChartColumn, CornerDownLeft, FolderGit2, HelpCircle, List, Moon, Plus, Search, Settings, SquareKanban, Sun, Zap } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import { liveOrdersQuery } from "@/client/floor";
import type { Order, Project } from "@/client/models";
import { createOrder } from "@/client/order-actions";
import { keys, ordersQuery, projectsQuery } from "@/client/queries";
import { usePlace } from "@/client/use-place";
import { repositoryName } from "@/lib/format";
import { useDebounced } from "@/lib/hooks";
import { setTheme, useShownTheme } from "@/lib/theme";
import { Kbd } from "@/ui/Kbd";
import { shownOrder } from "@/ui/order-status";
import { StatusGlyph } from "@/ui/StatusGlyph";
import { toast, toastError } from "@/ui/toasts";

export function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const [text, setText] = useState("");
  const [picked, setPicked] = useState("");
  const settled = useDebounced(text.trim(), 150);
  const navigate = useNavigate();
  const theme = useShownTheme();
  const projects = useQuery(projectsQuery);
  const found = useQuery({ ...(settled ? ordersQuery({ q: settled, sort: "-updated_at", limit: 6 }) : liveOrdersQuery) });
  const quick = useQuickOrder(text.trim(), projects.data ?? [], onClose);
  const first = found.data?.orders[0]?.agent_work_order_id ?? "new";
  const write = (next: string) => {
    setText(next);
    setPicked("");
  };
  const go = (act: () => unknown) => () => {
    onClose();
    void act();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && quick) {
      event.preventDefault();
      void quick.start();
    }
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="veil" />
        <Dialog.Content className="pal palette" aria-describedby={undefined} onKeyDown={onKeyDown}>
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <Command label="Command palette" shouldFilter={false} loop value={picked || first} onValueChange={setPicked}>
            <div className="pal-in">
              <Search className="i" size={15} />
              <Command.Input value={text} onValueChange={write} placeholder="Search orders, go somewhere, or say what should be done" autoFocus />
              <Kbd keys="esc" />
            </div>
            <Command.List className="pal-list scrolls">
              <Group heading="Orders">
                {(found.data?.orders ?? []).slice(0, 6).map((order) => (
                  <OrderItem key={order.agent_work_order_id} order={order} onSelect={go(() => navigate({ to: "/orders/$orderId", params: { orderId: order.agent_work_order_id } }))} />
                ))}
              </Group>
              <Group heading="Create">
                <Item value="new" keys="N" icon={<Plus className="i" size={15} />} onSelect={go(() => navigate({ to: "/new", search: text.trim() ? { prompt: text.trim() } : {} }))}>
                  {text.trim() ? <>New work order with the prompt “{text.trim()}”</> : "New work order"}
                </Item>
                {quick && (
                  <Item value="quick" keys="mod+enter" icon={<Zap className="i" size={15} />} onSelect={() => void quick.start()}>
                    Start it now in {quick.place}
                  </Item>
                )}
              </Group>
              <Group heading="Go to">
                {GO_TO.filter((each) => matches(each.label, settled)).map((each) => (
                  <Item key={each.label} value={each.label} keys={each.keys} icon={each.icon} onSelect={go(() => navigate(each.to))}>
                    {each.label}
                  </Item>
                ))}
                {projects.data
                  ?.filter((project) => settled && matches(project.name, settled))
                  .map((project) => (
                    <Item key={project.project_id} value={project.project_id} icon={<SquareKanban className="i" size={15} />} onSelect={go(() => navigate({ to: "/projects/$projectId/board", params: { projectId: project.project_id } }))}>
                      Board of {project.name}
                    </Item>
                  ))}
                {matches("Theme dark light", settled) && (
                  <Item value="theme" icon={theme === "dark" ? <Sun className="i" size={15} /> : <Moon className="i" size={15} />} onSelect={go(() => setTheme(theme === "dark" ? "light" : "dark"))}>
                    {theme === "dark" ? "Light theme" : "Dark theme"}
                  </Item>
                )}
                {matches("Keyboard shortcuts", settled) && (
                  <Item value="help" keys="?" icon={<HelpCircle className="i" size={15} />} onSelect={go(onHelp)}>
                    Keyboard shortcuts
                  </Item>
                )}
              </Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const GO_TO = [
  { label: "All orders", keys: "g o", icon: <List className="i" size={15} />, to: linkOptions({ to: "/" }) },
  { label: "Needs you", keys: "g n", icon: <StatusGlyph glyph="needs" />, to: linkOptions({ to: "/", search: { view: "needs" } }) },
  { label: "Projects", keys: "g p", icon: <FolderGit2 className="i" size={15} />, to: linkOptions({ to: "/projects" }) },
  { label: "Analytics", keys: "g a", icon: <ChartColumn className="i" size={15} />, to: linkOptions({ to: "/analytics" }) },
  { label: "Settings", keys: "g s", icon: <Settings className="i" size={15} />, to: linkOptions({ to: "/settings/$section", params: { section: "defaults" } }) },
  { label: "Settings: Agents", keys: undefined, icon: <Settings className="i" size={15} />, to: linkOptions({ to: "/settings/$section", params: { section: "agents" } }) },
];

const matches = (label: string, text: string): boolean => label.toLowerCase().includes(text.toLowerCase());

const Group = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <Command.Group heading={heading} className="pal-group">
    {children}
  </Command.Group>
);

interface ItemProps {
  value: string;
  keys?: string | undefined;
  icon: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}

const Item = ({ value, keys: shortcut, icon, onSelect, children }: ItemProps) => (
  <Command.Item value={value} onSelect={onSelect} className="mi">
    {icon}
    <span className="tr grow">{children}</span>
    {shortcut && <Kbd keys={shortcut} />}
  </Command.Item>
);

function OrderItem({ order, onSelect }: { order: Order; onSelect: () => void }) {
  const shown = shownOrder(order);
  const place = usePlace(order).name;
  return (
    <Command.Item value={order.agent_work_order_id} onSelect={onSelect} className="mi">
      <StatusGlyph glyph={shown.glyph} label={shown.word} />
      <span className="tr">{order.title}</span>
      <span className="t3 tr">{place}</span>
      <CornerDownLeft className="i push only-selected" size={13} />
    </Command.Item>
  );
}

/** The same repository as last time, all else by default. */
function useQuickOrder(prompt: string, projects: Project[], onDone: () => void) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const last = useQuery(ordersQuery({ limit: 1, sort: "-created_at" }));
  const repository = last.data?.orders[0]?.repository_url;
  const project = last.data?.orders[0]?.project_id;
  if (!prompt || !repository) return null;
  const start = async () => {
    onDone();
    try {
      const order = await createOrder({ initial_prompt: prompt, ...(project ? { project_id: project } : { repository_url: repository }) });
      client.setQueryData(keys.order(order.agent_work_order_id), order);
      await navigate({ to: "/orders/$orderId", params: { orderId: order.agent_work_order_id } });
      toast({ title: "Work order filed", text: order.title });
    } catch (error) {
      toastError("The work order was not filed", error);
    }
  };
  const place = projects.find((each) => each.project_id === project)?.name ?? repositoryName(repository);
  return { place, start };
}
