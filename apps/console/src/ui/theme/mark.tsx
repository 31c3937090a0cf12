/** The keyhole logo in the accent colour. Decorative: the name is beside it or in a label. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <path
        d="M16 7a5.5 5.5 0 0 0-2.9 10.17L11.2 24.1c-.13.46.22.9.7.9h8.2c.48 0 .83-.44.7-.9l-1.9-6.93A5.5 5.5 0 0 0 16 7z"
        fill="#fff"
      />
    </svg>
  );
}
