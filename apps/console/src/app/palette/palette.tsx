import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useStrategy } from '#api/licenses.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { paletteText } from '#text/palette.ts';
import { Modal } from '#ui/dialog/modal.tsx';
import { actionItems, matchingItems, type PaletteItem, screenItems } from './palette-items.ts';
import { PaletteList } from './palette-list.tsx';
import { useFound } from './use-found.ts';

/** What was typed into the palette. */
export interface PaletteText {
  typed: string;
  /** Whether Enter followed before it was known what the text finds. */
  entered: boolean;
}

interface PaletteProps {
  opened: boolean;
  onClose: () => void;
  text: PaletteText;
  onText: (text: PaletteText) => void;
}

/** The palette: jumps to any screen, person or license, and begins any action, by typing. */
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
  const shared = useStrategy(useSelectedAccount(), auth.admin) === 'Shared';
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const { typed, entered } = text;
  const { people, licenses, pending } = useFound(typed);
  const dark = colorScheme === 'dark';
  const actions = actionItems({ auth, shared }, dark, () => setColorScheme(dark ? 'light' : 'dark'));
  const groups = [
    { title: paletteText.screens, items: matchingItems(screenItems({ auth, shared }), typed) },
    { title: paletteText.people, items: people },
    { title: paletteText.licenses, items: licenses },
    { title: paletteText.actions, items: matchingItems(actions, typed) },
  ].filter(({ items }) => items.length > 0);

  const choose = ({ go }: PaletteItem): void => {
    onClose();
    onText({ typed, entered: false });
    if ('run' in go) {
      go.run();
    } else {
      // A dialog that is opened there gives the focus back to the screen: the palette is gone by then.
      document.querySelector('main')?.focus({ preventScroll: true });
      void navigate(go.to, { state: go.state });
    }
  };
  return (
    <PaletteList
      groups={groups}
      typed={typed}
      onType={(now) => onText({ typed: now, entered: false })}
      entered={entered}
      onEnter={() => onText({ typed, entered: true })}
      onChoose={choose}
      pending={pending}
    />
  );
}
