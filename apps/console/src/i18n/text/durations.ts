import { language } from '#i18n/locale/locale.ts';
import { datesText } from './general.ts';

/** A duration of use: `4 h 20 min`. */
export function durationText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (seconds === 0) return datesText.none;
  if (minutes === 0) return datesText.underOneMinute;
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return datesText.minutes({ minutes });
  const rest = minutes % 60;
  return rest && hours < 100 ? datesText.hoursAndMinutes({ hours, minutes: rest }) : datesText.hours({ hours });
}

/** A setting of some seconds: `30 s`, `5 min`, `4 h`. */
export function secondsText(seconds: number): string {
  if (seconds % 3600 === 0) return datesText.hours({ hours: seconds / 3600 });
  return seconds >= 120 && seconds % 60 === 0
    ? datesText.minutes({ minutes: seconds / 60 })
    : datesText.seconds({ seconds });
}

/** Hours as spreadsheets of the language read a number: `4.33`, in German and French `4,33`. */
export function decimalHours(seconds: number): string {
  const hours = (seconds / 3600).toFixed(2);
  return language === 'en' ? hours : hours.replace('.', ',');
}
