import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import './tabs.css';

export interface TabItem {
  id: string;
  label: string;
  content: ReactNode;
}

interface ScreenTabsProps {
  label: string;
  tabs: readonly TabItem[];
  /** Parts of the address that are about all tabs, and stay when another is opened. */
  keep?: readonly string[];
}

/** Tabs of a screen; the open one is in the address as `tab`, and only its content is mounted. */
export function ScreenTabs({ label, tabs, keep = [] }: ScreenTabsProps) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const asked = params.get('tab');
  const open = tabs.find(({ id }) => id === asked) ?? tabs[0];
  if (!open) return null;
  const change = (id: string | null): void => {
    const kept = [...params].filter(([name]) => keep.includes(name));
    const opened = new URLSearchParams(kept);
    if (id !== null && id !== tabs[0]?.id) opened.set('tab', id);
    setParams(opened, { replace: true, preventScrollReset: true, state });
  };
  return (
    <Tabs value={open.id} onChange={change} keepMounted={false} className="kh-tabs">
      <Tabs.List aria-label={label}>
        {tabs.map(({ id, label: name }) => (
          <Tabs.Tab key={id} value={id}>
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
