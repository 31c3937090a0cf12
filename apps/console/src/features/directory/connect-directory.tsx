import { directoryAction, type ServiceAccount } from '@keyhold/contract';
import { useState } from 'react';
import { errorText } from '#i18n/text/every-page.ts';
import { directoryText } from '#i18n/text/people.ts';
import { CreateToken } from '#parts/service-accounts/create-token.tsx';
import { createServiceAccount, createToken, type TokenTerms } from '#parts/service-accounts/service-accounts.data.ts';
import type { AccountScope } from '#session/selected-account.ts';
import { messageOf } from '#ui/feedback/error-alert.tsx';
import { errorStatus } from '#ui/feedback/error-status.ts';

/** The default lifetime of a directory's token, in days. */
export const directoryTokenDays = 365;

interface ConnectDirectoryProps {
  scope: AccountScope;
  onSecret: (secret: string) => void;
}

/**
 * Creates a service account that may act as a directory and nothing else, and its token. When the token fails, a retry
 * uses the service account that was created.
 */
export function ConnectDirectory({ scope, onSecret }: ConnectDirectoryProps) {
  const [made, setMade] = useState<ServiceAccount | null>(null);
  const create = async (name: string): Promise<ServiceAccount> => {
    const policies = [{ name: 'Directory', statements: [{ actions: [directoryAction], effect: 'Allow' as const }] }];
    const body = { name, policies, 'account-id': scope.accountId };
    const { item } = await createServiceAccount(body);
    setMade(item);
    return item;
  };
  const make = async (body: TokenTerms): Promise<string> => {
    const of = made ?? (await create(body.name));
    try {
      return await createToken({ rn: of.rn, body });
    } catch (error) {
      // An ended session is reported elsewhere.
      if (errorStatus(error) === 401) throw error;
      throw new Error(directoryText.tokenFailed({ name: of.name, reason: reasonOf(error) }).trim(), { cause: error });
    }
  };
  return (
    <CreateToken
      make={make}
      defaultDays={directoryTokenDays}
      namedAlready={made !== null}
      {...(made === null && { submitLabel: directoryText.connect })}
      onSecret={onSecret}
    />
  );
}

/** Why there is no token; '' when the user closed the proof prompt, whose message would say that nothing changed. */
function reasonOf(error: unknown): string {
  const message = messageOf(error);
  return message === errorText.notProven ? '' : message;
}
