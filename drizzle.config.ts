import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './db/schema/index.ts',
  out: './migrations',
  // Read by `drizzle-kit migrate` alone: `generate` needs no database.
  dbCredentials: { url: process.env['DATABASE_URL'] ?? '' },
})
