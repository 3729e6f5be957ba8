-- An invitation without an end would be kept for ever after its customer: deletions cancel them from now on.
update invitations i set status = 'CANCELLED', cancelled_at = c.deleted_at
from customers c where c.id = i.inviter_id and c.deleted_at is not null and i.status = 'PENDING';
