create index concurrently submitted_stamps_action on submitted_stamps (action_id);
