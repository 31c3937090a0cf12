import type { Policy } from './policy.ts';

/** The built-in roles, the most powerful first: the order in which the console derives a user's role. */
export const roleNames = [
  'Root Administrator',
  'System Administrator',
  'Account Administrator',
  'Administrator',
] as const;
export type RoleName = (typeof roleNames)[number];

interface BuiltInRole {
  readonly name: RoleName;
  readonly description: string;
  readonly policies: readonly Policy[];
}

/** The license actions of an Administrator: not issuing, status, terms and the description. */
const licenseAdministration = [
  'license:ListLicenses',
  'license:GetLicense',
  'license:SetLicensePolicies',
  'license:UnassignLicense',
  'license:ListAddonLicenses',
  'license:AddLicenseAddon',
  'license:RemoveLicenseAddon',
  'license:ListPools',
  'license:GetPool',
  'license:CreatePool',
  'license:UpdatePool',
  'license:SetPoolPolicies',
  'license:SetPoolRules',
  'license:DeletePool',
];

const administration = ['iam:*', ...licenseAdministration];

/**
 * The built-in roles of an account with their policies. `adm:ListAccounts` allows acting across
 * accounts; only roles of the provider account have it.
 *
 * @example
 * builtInRoles({ provider: false }).map((role) => role.name) // ['Account Administrator', 'Administrator']
 */
export function builtInRoles(account: { readonly provider: boolean }): readonly BuiltInRole[] {
  const administrator: BuiltInRole = {
    name: 'Administrator',
    description: 'Manages the users, tags and licenses of the account.',
    policies: [allow('Administrator', administration)],
  };
  if (!account.provider) {
    return [
      {
        name: 'Account Administrator',
        description: 'Manages the users, tags and licenses of the account.',
        policies: [allow('Account Administrator', administration)],
      },
      administrator,
    ];
  }
  return [
    {
      name: 'Root Administrator',
      description: 'May do everything in every account.',
      policies: [allow('Root Administrator', ['*:*'])],
    },
    {
      name: 'System Administrator',
      description: 'Manages accounts, the catalogue and licenses of every account.',
      policies: [allow('System Administrator', ['adm:*', 'iam:*', 'license:*'])],
    },
    {
      name: 'Account Administrator',
      description: 'Manages the users, tags and licenses of every account.',
      policies: [allow('Account Administrator', ['adm:ListAccounts', 'adm:GetAccount', ...administration])],
    },
    administrator,
  ];
}

function allow(name: string, actions: readonly string[]): Policy {
  return {
    name,
    statements: [{ actions: [...actions], effect: 'Allow', principals: [], conditions: [], resources: ['*'] }],
  };
}
