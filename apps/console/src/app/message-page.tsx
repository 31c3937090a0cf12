import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { shellText } from '#text/shell.ts';
import { DocumentTitle } from '#ui/layout/page.tsx';

const home = (
  <Button component={Link} to={homePath} mt="md">
    {shellText.home}
  </Button>
);

/** A page with a message and one link: home, unless another is given. */
export function MessagePage({ title, children, way = home }: { title: string; children?: ReactNode; way?: ReactNode }) {
  return (
    <Stack align="center" justify="center" gap={8} mih="min(60vh, 480px)" px="md" py={32} ta="center">
      <DocumentTitle>{title}</DocumentTitle>
      <h1>{title}</h1>
      {children}
      {way}
    </Stack>
  );
}
