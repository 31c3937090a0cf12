import { emailSchema } from '@keyhold/contract';
import * as z from 'zod';
import { fieldText } from '#text/auth.ts';

export const loginSchema = z.object({ email: emailSchema, password: z.string().min(1, fieldText.emptyPassword) });

export const resetSchema = z.object({ email: emailSchema });
