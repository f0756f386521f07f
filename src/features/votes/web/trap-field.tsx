/** A field for programs that fill in whatever they find. People do not see it, hear of it, or get there by keyboard. */
interface TrapFieldProps {
  value: string;
  onChange: (value: string) => void;
}

export function TrapField({ value, onChange }: TrapFieldProps) {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Fan page
        <input
          name="fanPage"
          type="text"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
    </div>
  );
}
