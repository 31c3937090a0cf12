/** A catalogue of the same shape in another language. */
export type Translation<Messages> = Messages extends string
  ? string
  : { readonly [Id in keyof Messages]: Translation<Messages[Id]> };
