/** The types of answers: what a schema describes, as presenters and handlers must return it. */

/**
 * What a schema shows, by the keywords that answers use. What gives bodies their types checks whole schemas
 * first, and those of large answers are more than the type checker bears.
 */
export type Shown<Schema> = Schema extends { readonly oneOf: readonly (infer Variant)[] }
  ? Shown<Variant>
  : Schema extends { readonly anyOf: readonly (infer Variant)[] }
    ? Shown<Variant>
    : Schema extends { readonly properties: infer Members }
      ? ShownMembers<Members, RequiredOf<Schema>> & OthersOf<Schema>
      : Schema extends { readonly items: infer Item }
        ? readonly Shown<Item>[]
        : Schema extends { readonly enum: readonly (infer Value)[] }
          ? Value
          : Schema extends { readonly const: infer Value }
            ? Value
            : Schema extends { readonly type: infer Type }
              ? ShownType<Type extends readonly (infer One)[] ? One : Type>
              : unknown

type ShownMembers<Members, Required> = {
  readonly [Name in Extract<keyof Members, Required>]: Shown<Members[Name]>
} & { readonly [Name in Exclude<keyof Members, Required>]?: Shown<Members[Name]> }

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] }
  ? Name
  : never

/** Names beyond the properties, where a schema allows any. */
type OthersOf<Schema> = Schema extends { readonly additionalProperties: true }
  ? { readonly [name: string]: unknown }
  : unknown

type ShownType<Type> = Type extends keyof Types ? Types[Type] : unknown
type Types = {
  readonly string: string
  readonly number: number
  /** Sums beyond 2^53 are written exactly. */
  readonly integer: number | bigint
  readonly boolean: boolean
  readonly object: object
  readonly array: readonly unknown[]
  readonly null: null
}
