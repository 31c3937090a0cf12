import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { useScreenQuery } from '#api/screen-loader.ts';
import { errorText } from '#text/errors.ts';
import { DetailPage, type DetailPageProps } from '#ui/layout/detail-page.tsx';

interface RecordPageProps<Data, Key extends QueryKey> extends Omit<DetailPageProps<Data>, 'query' | 'children'> {
  /** The query of a record by its id. */
  query: (id: string) => UseQueryOptions<Data, Error, Data, Key>;
  /** The content of the page once the record is loaded. */
  content: ComponentType<{ of: Data }>;
}

/** The screen of the record whose id is in the address. */
export function RecordPage<Data, Key extends QueryKey>({ query, content, ...page }: RecordPageProps<Data, Key>) {
  const id = useRequiredParam('id');
  const Content = content;
  return (
    <DetailPage key={id} query={useScreenQuery(query(id))} {...page}>
      {(of) => <Content of={of} />}
    </DetailPage>
  );
}

/**
 * A parameter of the screen's address.
 *
 * @throws {Error} '{name} is missing in the URL'.
 */
export function useRequiredParam(name: string): string {
  const value = useParams()[name];
  if (!value) throw new Error(errorText.missingParameter({ name }));
  return value;
}
