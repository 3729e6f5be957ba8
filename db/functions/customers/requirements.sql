-- The fields of a customer that are on file, by their names in a platform's configuration. What only people
-- have is not missing of a business, nor the other way round.
create or replace function customer_fields(c customers) returns text[] language sql immutable as $$
  select array_remove(array[
    case when coalesce(c.profile ->> 'fullName', c.profile #>> '{businessInfo,legalName}') is not null then 'FULL_NAME' end,
    case when is_business or c.profile ->> 'birthDate' is not null then 'BIRTH_DATE' end,
    case when is_business or c.profile ->> 'nationality' is not null then 'NATIONALITY' end,
    case when is_business or c.profile ->> 'idType' is not null then 'ID_TYPE' end,
    case when is_business or c.identity_number is not null then 'ID_NUMBER' end,
    case when c.identity_number is not null then 'IDENTIFIER' end,
    case when c.identity_number is not null then 'TAX_ID' end,
    case when c.phone_number is not null then 'PHONE_NUMBER' end,
    case when c.email is not null then 'EMAIL' end,
    case when c.profile -> 'address' is not null then 'POSTAL_ADDRESS' end,
    case when coalesce(c.profile #>> '{address,country}', c.region) is not null then 'COUNTRY_OF_RESIDENCE' end,
    case when not is_business or c.profile #>> '{businessInfo,registrationNumber}' is not null then 'REGISTRATION_NUMBER' end,
    case when not is_business or c.profile #>> '{businessInfo,businessType}' is not null then 'BUSINESS_TYPE' end,
    case when not is_business or c.profile #>> '{businessInfo,legalName}' is not null then 'COMPANY_LEGAL_NAME' end], null)
  from (select c.customer_type = 'BUSINESS' as is_business) x;
$$;

-- What is missing of a customer for each currency of its platform that asks for more than there is,
-- {currency: [field]}; null: nothing.
create or replace function missing_customer_fields(c customers) returns jsonb language sql stable as $$
  select jsonb_object_agg(x.currency, x.missing) from (
    select r.currency, (select jsonb_agg(f order by f) from unnest(r.customer_fields) f
      where f <> all (customer_fields(c))) as missing
    from currency_requirements r where r.platform_id = c.platform_id) x
  where x.missing is not null;
$$;
