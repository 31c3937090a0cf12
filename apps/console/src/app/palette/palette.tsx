import { resourceIdOf } from '@keyhold/contract';
import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router';
import { keyOf, type LicenseWithProduct, licensesSource, useStrategy } from '#data/licenses.ts';
import { fullName, type UserWithNames, usersSource } from '#data/users.ts';
import { licensePath } from '#features/licenses/licenses.paths.ts';
import { userPath } from '#features/users/users.paths.ts';
import { paletteText } from '#i18n/text/every-page.ts';
import type { ListSource } from '#lists/engine/listing.ts';
import { useFound } from '#lists/engine/use-list.ts';
import { useSelectedAccount } from '#session/selected-account.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { Modal } from '#ui/dialog/modal.tsx';
import { actionItems, matchingItems, type PaletteItem, type PaletteText, screenItems } from './palette-items.ts';
import { PaletteList } from './palette-list.tsx';
import { useFoundAnywhere } from './use-found-anywhere.ts';

interface PaletteProps {
  opened: boolean;
  onClose: () => void;
  text: PaletteText;
  onText: (text: PaletteText) => void;
}

/** The palette: opens any screen, person or license, and starts any action, by typing. */
export default function Palette({ opened, onClose, text, onText }: PaletteProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      size={600}
      padding={0}
      yOffset="12vh"
      centered={false}
      attributes={{ content: { 'aria-label': paletteText.title, 'data-palette': true } }}
    >
      <Content onClose={onClose} text={text} onText={onText} />
    </Modal>
  );
}

function Content({ onClose, text, onText }: Omit<PaletteProps, 'opened'>) {
  const auth = useAuthInfo();
  const scope = useSelectedAccount();
  const shared = useStrategy(scope, auth.admin) === 'Shared';
  const { colorScheme, toggleColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const { typed } = text;
  const anywhere = auth.canSwitchAccount;
  const people = useSearch(usersSource(scope), anywhere ? '' : typed, personItem);
  const licenses = useSearch(licensesSource(scope), anywhere ? '' : typed, licenseItem);
  const found = useFoundAnywhere(anywhere && typed.trim().length >= shortest ? typed.trim() : '');
  const actions = actionItems({ auth, shared }, colorScheme === 'dark', toggleColorScheme);
  const groups = [
    { title: paletteText.screens, items: matchingItems(screenItems({ auth, shared }), typed) },
    { title: paletteText.people, items: people.items },
    { title: paletteText.licenses, items: licenses.items },
    ...found.groups,
    { title: paletteText.actions, items: matchingItems(actions, typed) },
  ].filter(({ items }) => items.length > 0);

  const choose = ({ go }: PaletteItem): void => {
    onClose();
    onText({ typed, entered: false });
    if ('run' in go) {
      go.run();
    } else {
      // A dialog opened on the screen returns the focus to the screen, because the palette is closed by then.
      document.querySelector('main')?.focus({ preventScroll: true });
      void navigate(go.to, { state: go.state });
    }
  };
  return (
    <PaletteList
      groups={groups}
      text={text}
      onText={onText}
      onChoose={choose}
      pending={people.pending || licenses.pending || found.pending}
      failure={people.failure ?? licenses.failure ?? found.failure}
    />
  );
}

const most = 6;
/** Shortest text that is searched: a single letter finds too much to be worth a request. */
const shortest = 2;

function personItem(user: UserWithNames): PaletteItem {
  return { id: user.rn, label: fullName(user), detail: user.email, go: { to: userPath(resourceIdOf(user.rn)) } };
}

function licenseItem(license: LicenseWithProduct): PaletteItem {
  const { product } = license.certificate;
  const detail = [product.name, license.description].filter(Boolean).join(', ');
  return { id: license.rn, label: keyOf(license), detail, go: { to: licensePath(keyOf(license)) } };
}

/** The items of a list that contain the typed text. */
function useSearch<Item>(source: ListSource<Item>, typed: string, item: (one: Item) => PaletteItem) {
  const { admin } = useAuthInfo();
  const wanted = admin && typed.trim().length >= shortest ? typed.trim() : '';
  const { reply, pending, failure } = useFound(source, wanted, most);
  const items = wanted === '' ? [] : (reply?.items ?? []).map(item);
  // Hits of an earlier text stay only if they match the current one.
  return { items: pending ? matchingItems(items, wanted) : items, pending, failure };
}
