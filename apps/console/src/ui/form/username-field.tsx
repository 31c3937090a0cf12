/** Says to password managers whose password a form sets. It is not shown. */
export function UsernameField({ value }: { value: string }) {
  return <input type="text" name="username" autoComplete="username" value={value} readOnly hidden />;
}
