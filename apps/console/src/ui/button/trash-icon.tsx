/** A bin, drawn in one path: a list has many, and each path is an element. */
export function TrashIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width={17}
      height={17}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M4 7h16M10 11v6M14 11v6M5.5 7l.8 12.2q.1 1.8 1.9 1.8h7.6q1.8 0 1.9-1.8L18.5 7M9 7V4.2q0-1.2 1.2-1.2h3.6q1.2 0 1.2 1.2V7" />
    </svg>
  );
}
