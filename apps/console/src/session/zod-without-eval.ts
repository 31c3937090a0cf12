import * as z from 'zod';

// The content security policy forbids code generation at run time.
z.config({ jitless: true });
