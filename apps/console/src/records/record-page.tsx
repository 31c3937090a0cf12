import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { errorText } from '#i18n/text/every-page.ts';
import { useScreenQuery } from '#screens/screen-loader.ts';
import { DetailPage, type DetailPageProps } from '#ui/layout/detail-page.tsx';
import { BackLink } from '#ui/layout/page.tsx';

interface RecordPageProps<Data, Key extends QueryKey> extends Pick<DetailPageProps<Data>, 'kind'> {
  /** The query of a record by its id. */
  query: (id: string) => UseQueryOptions<Data, Error, Data, Key>;
  /** The content of the page once the record is loaded. */
  content: ComponentType<{ of: Data }>;
  /** The path of its list. */
  listPath: string;
  words: { title: string; back: string };
}

/** The screen of the record whose id is in the address. */
export function RecordPage<Data, Key extends QueryKey>(props: RecordPageProps<Data, Key>) {
  const { query, content: Content, kind, listPath, words } = props;
  const id = useRequiredParam('id');
  const back = { to: listPath, label: words.back };
  return (
    <DetailPage key={id} query={useScreenQuery(query(id))} kind={kind} title={words.title} back={back}>
      {(of) => (
        <>
          <BackLink {...back} />
          <Content of={of} />
        </>
      )}
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
