import { Notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

/** Renders toasts. The numbers of the specification, section 9, are Mantine's defaults. */
export default function ToastLayer() {
  return <Notifications />;
}
