import { type ComponentType, lazy, use, useState } from 'react';

/** A screen whose code is fetched when it is needed. */
export interface Late {
  /** Fetches the code, if it is not there yet. */
  load: () => Promise<unknown>;
  Component: ComponentType;
}

/**
 * Makes a screen of code that is fetched when it is first drawn, or before. What is there already is drawn at once: React
 * would wait for it even so, if only for a moment, and would show nothing else for 0.3 s.
 */
export function late(fetch: () => Promise<{ default: ComponentType }>): Late {
  let known: ComponentType | null = null;
  const load = async () => {
    const module = await fetch();
    known = module.default;
    return module;
  };
  const Later = lazy(load);
  const Component = () => {
    const [{ Screen, contents }] = useState(() => ({ Screen: known ?? Later, contents: awaited }));
    if (contents) use(contents);
    return <Screen />;
  };
  return { load, Component };
}

/** What a screen that is drawn now is to be drawn with. */
let awaited: Promise<void> | null = null;
/** Longest wait for it, in ms: a screen that comes so late still seems to come at once. */
const longestWait = 100;

/** Has the next screen drawn with its contents at once, unless they come so late that it is better seen without them first. */
export function drawWith(contents: Promise<unknown>): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, longestWait));
  const wait = Promise.race([contents, late]).then(forget, forget);
  function forget(): void {
    if (awaited === wait) awaited = null;
  }
  awaited = wait;
  return wait;
}
