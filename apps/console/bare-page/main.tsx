// The console's baseline: the same build with React and Mantine, one button, and rows in a plain table.
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import { Button, MantineProvider } from '@mantine/core';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

type User = Readonly<Record<'id' | 'email' | 'first-name' | 'last-name' | 'status' | 'last-login', string>>;

function BarePage() {
  const [users, setUsers] = useState<readonly User[]>([]);
  const show = async (): Promise<void> => {
    // The query names the list that the bench measures: its account and its number of rows.
    const query = new URLSearchParams(location.search);
    const reply = await fetch(`/accounts/${query.get('account')}/users?limit=${query.get('limit')}`);
    setUsers(((await reply.json()) as { items: User[] }).items);
  };
  return (
    <>
      <Button onClick={() => void show()}>Users</Button>
      <table>
        <tbody>
          {users.map((user) => (
            <tr key={user.id}>
              <td>
                <a href={`/users/${user.id}`}>{user.email}</a>
              </td>
              <td>{`${user['first-name']} ${user['last-name']}`}</td>
              <td>{user.status}</td>
              <td>{user['last-login']}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const element = document.getElementById('root');
if (!element) throw new Error('The page has no element with the id "root".');
createRoot(element).render(
  <StrictMode>
    <MantineProvider>
      <BarePage />
    </MantineProvider>
  </StrictMode>,
);
