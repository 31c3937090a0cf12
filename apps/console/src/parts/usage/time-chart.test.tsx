// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { TimeChart } from './time-chart.tsx';
import type { ChartData } from './time-chart-shape.ts';

afterEach(cleanup);

function days(count: number): ChartData {
  const starts = Array.from({ length: count }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString());
  return { starts, interval: 'day', outline: { label: 'Peak', values: starts.map((_, day) => day) }, format: String };
}

const chart = (data: ChartData) => (
  <MantineProvider env="test">
    <TimeChart label="Seats" data={data} height={200} />
  </MantineProvider>
);

test('the selected day is cleared when a shorter range does not contain it', () => {
  const { rerender } = render(chart(days(31)));
  const slider = screen.getByRole('slider');
  fireEvent.focus(slider);
  expect(slider.getAttribute('aria-valuetext')).toContain('Peak 30');
  rerender(chart(days(7)));
  expect(slider.getAttribute('aria-valuetext')).toBeNull();
  expect(slider).toHaveProperty('value', '6');
});
