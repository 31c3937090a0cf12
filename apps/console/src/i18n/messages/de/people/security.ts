import type { Translation } from '#i18n/locale/translation.ts';
import type * as english from '#i18n/messages/en/people/security.ts';

export const securityText = {
  title: 'Sicherheit',
  about: 'Wie sich die Personen dieses Kontos anmelden, und wann Administratoren gewarnt werden.',
  labels: {
    'second-factor': 'Wer einen zweiten Faktor haben muss',
    'password-sign-in': 'Anmeldung mit Passwort ist erlaubt',
    'session-hours': 'Dauer einer Sitzung in Stunden',
    'end-warnings': 'Administratoren per E-Mail warnen, bevor Lizenzen enden',
  },
  secondFactorHint:
    'Wer keinen hat, richtet ihn bei der nächsten Anmeldung ein. Wer einen hat, wird immer danach gefragt.',
  policies: { off: 'Niemand', administrators: 'Administratoren', everyone: 'Alle' },
  policyHints: {
    off: 'Jede Person entscheidet selbst.',
    administrators: 'Alle, die in diesem Konto etwas ändern dürfen.',
    everyone: 'Alle Personen dieses Kontos, auch wer nur Lizenzen nutzt.',
  },
  passwordSignInHint: 'Sonst ist die Anmeldung nur über Single Sign-on möglich.',
  sessionHoursHint: 'Von 1 bis 720. Bleibt das Feld leer, gilt die Dauer dieser Installation.',
  sessionHoursInvalid: 'Geben Sie eine ganze Zahl von 1 bis 720 ein.',
  endWarning: '{days, plural, one {# Tag vorher} other {# Tage vorher}}',
  endWarningsHint:
    'Eine E-Mail für jeden Tag, an dem Lizenzen enden, an alle, die etwas ändern dürfen und Lizenzen sehen.',
  updated: 'Sicherheit geändert',
  without: 'Ohne zweiten Faktor',
  withoutAbout: 'Diese Personen richten bei der nächsten Anmeldung einen ein.',
  withoutOff: 'Niemand muss einen haben. Diese Personen melden sich nur mit dem Passwort an.',
  nobodyWithout: 'Alle, die einen haben müssen, haben einen.',
  nobodyWithoutOff: 'Alle haben einen.',
  more: '{count, plural, one {und # weitere Person} other {und # weitere Personen}}',
} satisfies Translation<typeof english.securityText>;
