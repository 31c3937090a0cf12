import { resourceIdOf } from '@keyhold/contract';
import { Box, Button, Group, Text } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import { accountsPath } from '#features/accounts/accounts.paths.ts';
import { applicationsPath } from '#features/applications/applications.paths.ts';
import { licensesPath } from '#features/licenses/licenses.paths.ts';
import { productsPath } from '#features/products/products.paths.ts';
import { profilePath } from '#features/profile/profile.paths.ts';
import { firstStepsText } from '#i18n/text/general.ts';
import { addressInAccount } from '#session/selected-account.ts';
import { useAuthInfo } from '#session/use-session.ts';
import type { OpenRequest } from '#ui/dialog/open-request.ts';
import { Panel } from '#ui/layout/panel.tsx';
import looks from '#ui/theme/looks.module.css';
import { SdkLines } from './sdk-lines.tsx';
import { useFirstSteps } from './use-first-steps.ts';

/** One step from an empty installation to the first customer who works. */
interface Step {
  title: string;
  done: boolean;
  /** Where it is done, and the dialog that is opened there. */
  to: string;
  state?: OpenRequest;
}

/**
 * The checklist of a new installation, for provider staff who may do all of it. It ends by itself: as soon as anybody has
 * used a license, it is not shown any more.
 */
export function FirstSteps() {
  const { rootAdmin, sysAdmin } = useAuthInfo();
  return (rootAdmin || sysAdmin) && <Steps />;
}

function Steps() {
  const known = useFirstSteps();
  if (!known) return null;
  const { product, application, customer } = known;
  const account = customer && resourceIdOf(customer.rn);
  const steps: readonly Step[] = [
    { title: firstStepsText.secondFactor, done: known.factor, to: `${profilePath}?tab=security` },
    { title: firstStepsText.product, done: product !== null, to: productsPath, state: { open: 'create' } },
    { title: firstStepsText.application, done: application !== null, to: applicationsPath, state: { open: 'create' } },
    { title: firstStepsText.account, done: customer !== null, to: accountsPath, state: { open: 'create' } },
    {
      title: firstStepsText.licenses,
      done: known.licenses,
      to: account ? addressInAccount(licensesPath, account) : licensesPath,
      state: { open: 'licenses' },
    },
  ];
  const next = steps.find(({ done }) => !done);
  return (
    <Box mb={32}>
      <Panel heading={firstStepsText.title}>
        <Text c="dimmed" mb="sm">
          {firstStepsText.about}
        </Text>
        <ol>
          {steps.map((step) => (
            <li key={step.title}>
              <Group gap="sm" mih={44} wrap="nowrap">
                <StepIcon done={step.done} />
                <Text span flex={1} {...(step.done ? { c: 'dimmed' } : { fw: 500 })}>
                  {step.title}
                </Text>
                {step.done ? (
                  <span className={looks.muted}>{firstStepsText.done}</span>
                ) : (
                  <Button
                    component={Link}
                    to={step.to}
                    state={step.state}
                    size="xs"
                    aria-description={step.title}
                    {...(step === next && { variant: 'filled' })}
                  >
                    {firstStepsText.begin}
                  </Button>
                )}
              </Group>
            </li>
          ))}
          <li>
            <Group gap="sm" mih={44} wrap="nowrap">
              <StepIcon done={false} />
              <Text span flex={1} {...(!next && { fw: 500 })}>
                {firstStepsText.use}
              </Text>
            </Group>
            {product && application && <SdkLines product={product} application={application} />}
          </li>
        </ol>
      </Panel>
    </Box>
  );
}

/** The word beside it says the same. */
function StepIcon({ done }: { done: boolean }) {
  return done ? (
    <IconCircleCheckFilled size={20} color="var(--mantine-color-green-6)" aria-hidden="true" />
  ) : (
    <IconCircle size={20} color="var(--mantine-color-dimmed)" aria-hidden="true" />
  );
}
