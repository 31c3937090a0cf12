import { Notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

/** Renders toasts. */
export default function ToastLayer() {
  return <Notifications />;
}
