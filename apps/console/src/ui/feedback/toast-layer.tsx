import { Notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

/** Where toasts appear. The numbers of the specification, section 9, are those that Mantine has by itself. */
export default function ToastLayer() {
  return <Notifications />;
}
