import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import './tabs.css';

export interface TabItem {
  id: string;
  label: string;
  content: ReactNode;
}

/** Tabs of a detail screen; the open one is in the address as `tab`, and only its content is mounted. */
export function ScreenTabs({ label, tabs }: { label: string; tabs: readonly TabItem[] }) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const asked = params.get('tab');
  const open = tabs.find(({ id }) => id === asked) ?? tabs[0];
  if (!open) return null;
  const change = (id: string | null): void => {
    setParams(id === null || id === tabs[0]?.id ? {} : { tab: id }, { replace: true, preventScrollReset: true, state });
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
