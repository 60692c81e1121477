import * as v from 'valibot'

const isSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'

const ObjectSchema = v.object({ entries: v.record(v.string(), v.custom<v.GenericSchema>(isSchema)) })

/** The schemas of the fields of an object schema, by their names; none for another schema. */
export function entriesOf(schema: v.GenericSchema | undefined): Record<string, v.GenericSchema> {
  const parsedSchema = v.safeParse(ObjectSchema, schema)
  return parsedSchema.success ? parsedSchema.output.entries : {}
}
