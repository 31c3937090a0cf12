import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { shellText } from '#text/shell.ts';
import { DocumentTitle } from '#ui/layout/page.tsx';
import './message-page.css';

/** A page that has only something to say, and a way home. */
export function MessagePage({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="kh-message">
      <DocumentTitle>{title}</DocumentTitle>
      <h1>{title}</h1>
      {children}
      <Button component={Link} to={homePath} mt="md" variant="default">
        {shellText.home}
      </Button>
    </div>
  );
}
