import * as v from 'valibot'

const isSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'

const ObjectSchema = v.object({ entries: v.record(v.string(), v.custom<v.GenericSchema>(isSchema)) })

/** Returns the schemas of an object schema's fields, by name; empty for other schemas. */
export function entriesOf(schema: v.GenericSchema | undefined): Record<string, v.GenericSchema> {
  const parsedSchema = v.safeParse(ObjectSchema, schema)
  return parsedSchema.success ? parsedSchema.output.entries : {}
}
