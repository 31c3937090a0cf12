import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import styles from './tabs.module.css';

interface ScreenTabsProps {
  label: string;
  tabs: readonly { id: string; label: string; content: ReactNode }[];
  /** Search parameters that apply to all tabs, and stay when another tab is opened. */
  keep?: readonly string[];
}

/** Tabs of a screen; the open one is in the address as `tab`, and only its content is mounted. */
export function ScreenTabs({ label, tabs, keep = [] }: ScreenTabsProps) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const named = params.get('tab');
  const open = tabs.find(({ id }) => id === named) ?? tabs[0];
  const list = useRef<HTMLDivElement>(null);
  const openId = open?.id;
  const labels = tabs.map((tab) => tab.label).join();
  // Scrolls the open tab into view if the tabs are wider than the screen, also when it was opened by its address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open tab is the reason to scroll, and so are other labels.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (tab) list.current?.scrollTo({ left: tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2 });
  }, [openId, labels]);
  if (!open) return null;
  const change = (id: string | null): void => {
    const kept = [...params].filter(([name]) => keep.includes(name));
    const opened = new URLSearchParams(kept);
    if (id !== null && id !== tabs[0]?.id) opened.set('tab', id);
    setParams(opened, { replace: true, preventScrollReset: true, state });
  };
  return (
    <Tabs value={open.id} onChange={change} keepMounted={false}>
      <Tabs.List aria-label={label} ref={list} className={styles.list}>
        {tabs.map(({ id, label: name }) => (
          <Tabs.Tab key={id} value={id} flex="none" fw={500}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id} pt="lg">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
