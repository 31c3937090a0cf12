import { useConfig } from '#api/config.ts';
import { shellText } from '#text/shell.ts';
import { Drawer } from '#ui/dialog/modal.tsx';
import { SideMenu } from './side-menu.tsx';

/** The side menu of a narrow window. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const config = useConfig();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={280}
      title={config['product-title']}
      closeButtonProps={{ 'aria-label': shellText.closeMenu }}
    >
      <nav aria-label={shellText.mainMenu}>
        <SideMenu />
      </nav>
    </Drawer>
  );
}
