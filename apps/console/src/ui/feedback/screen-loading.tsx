import { Loader } from '@mantine/core';
import { listText } from '#text/lists.ts';
import './screen-loading.css';

/** Stands where a screen will be whose code takes long to come; one that comes quickly is not announced. */
export function ScreenLoading() {
  return (
    <div className="kh-screen-loading">
      <h1 className="kh-read-only">{listText.loading}</h1>
      <Loader />
    </div>
  );
}
