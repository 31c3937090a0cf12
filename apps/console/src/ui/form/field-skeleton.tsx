import { InputWrapper, Skeleton } from '@mantine/core';

/** A field whose choices are still loading. */
export function FieldSkeleton({ label }: { label: string }) {
  return (
    <InputWrapper label={label} labelElement="div" aria-busy="true">
      <Skeleton height={36} />
    </InputWrapper>
  );
}
