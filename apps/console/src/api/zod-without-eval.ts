import * as z from 'zod';

// The content security policy allows no code made at run time.
z.config({ jitless: true });
