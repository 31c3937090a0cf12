/** Hands a text to the browser as a file to keep. */
export function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after this task.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** As {@link download}, a table as CSV. The day stands in the file's name: `users-2026-01-05.csv`. */
export function downloadCsv(name: string, csv: string): void {
  download(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, csv, 'text/csv;charset=utf-8');
}
