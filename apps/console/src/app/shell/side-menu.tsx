import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { NavLink } from 'react-router';
import { useConfig } from '#api/config.ts';
import { useStrategy } from '#api/licenses.ts';
import { useSelectedAccount } from '#api/selected-account.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { shellText } from '#text/shell.ts';
import { hasAnyFlag, type Section, sections } from '../screens.ts';
import { loadMenuWhenIdle } from './load-menu.ts';
import './side-menu.css';

/** The sections that somebody may access, each open until they close it, and the version at the foot. */
export function SideMenu() {
  const auth = useAuthInfo();
  const { version } = useConfig();
  const shared = useStrategy(useSelectedAccount(), auth.admin) === 'Shared';
  useEffect(() => loadMenuWhenIdle(auth), [auth]);
  return (
    <div className="kh-menu">
      <div>
        {sections
          .filter(({ anyOf }) => hasAnyFlag(auth, anyOf))
          .map((section) => (
            <MenuSection key={section.label} section={section} shared={shared} />
          ))}
      </div>
      <p className="kh-menu-foot">{shellText.version({ version })}</p>
    </div>
  );
}

interface MenuSectionProps {
  section: Section;
  shared: boolean;
}

function MenuSection({ section, shared }: MenuSectionProps) {
  const [open, setOpen] = useState(true);
  const id = useId();
  return (
    <div className="kh-menu-section">
      <button
        type="button"
        className="kh-menu-head"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {section.label}
        <IconChevronDown size={14} aria-hidden="true" />
      </button>
      <ul id={id} hidden={!open}>
        {section.screens.map(({ path, menu }) => {
          return menu && (shared || !menu.onlyShared) ? (
            <li key={path}>
              <NavLink to={path} className="kh-menu-link">
                <menu.icon size={18} stroke={1.6} aria-hidden="true" />
                {menu.label}
              </NavLink>
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}
