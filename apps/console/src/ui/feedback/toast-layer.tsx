import { Notifications } from '@mantine/notifications';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

/** Renders toasts, with the numbers of the specification, section 9. */
export default function ToastLayer() {
  return (
    <Notifications
      position="bottom-right"
      autoClose={4000}
      limit={5}
      transitionDuration={250}
      containerWidth={440}
      notificationMaxHeight={200}
    />
  );
}
